const endSection = Uint8Array.of(0x37, 0x37, 0x37, 0x37); // "7777"

/** Length of the indicator section. */
const indicatorOctets = 16;

/** Puts sections 1 to 7 (2–7, 3–7 or 4–7 may repeat) between the indicator section and the end section. */
export function assembleMessage(discipline: number, sections: Uint8Array[]): Uint8Array {
  const length = sections.reduce((sum, section) => sum + section.length, indicatorOctets + endSection.length);
  const message = new Uint8Array(length);
  message.set([0x47, 0x52, 0x49, 0x42, 0xff, 0xff, discipline, 2]); // "GRIB", two reserved octets, edition 2
  new DataView(message.buffer).setBigUint64(8, BigInt(length));

  let at = indicatorOctets;
  for (const section of [...sections, endSection]) {
    message.set(section, at);
    at += section.length;
  }
  return message;
}

/** The sections between the indicator section and the end section of a message that `assembleMessage` has made. */
export function sectionsOf(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const sections: Uint8Array[] = [];
  for (let at = indicatorOctets; at < message.length - endSection.length;) {
    const end = at + view.getUint32(at);
    sections.push(message.subarray(at, end));
    at = end;
  }
  return sections;
}
