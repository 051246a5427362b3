/** Octets that a message of the old form takes, whatever its length. */
const frameBytes = 2432;

/** A volume of the old form, written by the octets of the ICD's table III (offsets from the message's own start). */
export function legacyVolume({ resolution = 2, gates = 4 } = {}): Buffer {
  const header = Buffer.alloc(24);
  header.write('ARCHIVE2.031', 0, 'latin1');
  header.writeUInt32BE(10_715, 12); // 3 May 1999
  header.writeUInt32BE(1000, 16);
  const frames = [0, 1, 2].map((radial) => {
    const frame = Buffer.alloc(frameBytes);
    frame.writeUInt16BE(1208, 12);
    frame[15] = 1; // type
    frame.writeUInt16BE(1, 24); // one segment
    frame.writeUInt16BE(1, 26);
    const body = frame.subarray(28);
    body.writeUInt32BE(5000 + radial, 0);
    body.writeUInt16BE(10_715, 4);
    body.writeUInt16BE(1480, 6); // 148 km
    body.writeUInt16BE(0x4000 + radial * 0x100, 8); // 90 degrees and some
    body.writeUInt16BE([0, 1, 2][radial], 12);
    body.writeInt16BE(88, 14); // 0.4834 degrees
    body.writeUInt16BE(1, 16);
    body.writeInt16BE(0, 18);
    body.writeInt16BE(-375, 20);
    body.writeUInt16BE(1000, 22);
    body.writeUInt16BE(250, 24);
    body.writeUInt16BE(2, 26);
    body.writeUInt16BE(gates, 28);
    body.writeUInt16BE(100, 36);
    body.writeUInt16BE(102, 38);
    body.writeUInt16BE(106, 40);
    body.writeUInt16BE(resolution, 42);
    body.writeUInt16BE(11, 44);
    body.writeUInt16BE(2610, 60);
    Buffer.from([66, 0, 129, 1, 2, 255, 129, 131, 0, 1]).copy(body, 100);
    return frame;
  });
  return Buffer.concat([header, ...frames]);
}
