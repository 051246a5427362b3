const endSection = Uint8Array.of(0x37, 0x37, 0x37, 0x37); // "7777"

/** Puts sections 1 to 7 (2–7, 3–7 or 4–7 may repeat) between the indicator section and the end section. */
export function assembleMessage(discipline: number, sections: Uint8Array[]): Uint8Array {
  const length = sections.reduce((sum, section) => sum + section.length, 16 + endSection.length);
  const message = new Uint8Array(length);
  message.set([0x47, 0x52, 0x49, 0x42, 0xff, 0xff, discipline, 2]); // "GRIB", two reserved octets, edition 2
  new DataView(message.buffer).setBigUint64(8, BigInt(length));

  let at = 16;
  for (const section of [...sections, endSection]) {
    message.set(section, at);
    at += section.length;
  }
  return message;
}
