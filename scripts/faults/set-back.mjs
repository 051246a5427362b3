// Loaded before a program: sets its clock back by TEST_SET_BACK_MS, for everything that reads `Date`.
const { Date: System } = globalThis;
const setBackMs = Number(process.env.TEST_SET_BACK_MS);

globalThis.Date = class extends System {
  constructor(...given) {
    if (given.length === 0) super(System.now() - setBackMs);
    else super(...given);
  }

  static now() {
    return System.now() - setBackMs;
  }
};
