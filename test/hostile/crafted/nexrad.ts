import { bzip2 } from '@severe/nexrad/write';
import { digitalProduct, packedProduct, packedVolume, plainVolume, product } from '@severe/nexrad/testing/seeds';
import { all, most, put, sign, type Crafted } from '@severe/testing/hostile/put';

const zeros = new Uint8Array(20 * 1024 ** 2); // more than a record or a product may have

/** The first message 31 of the uncompressed volume: its header is 12 bytes after the frame's, its body 16 bytes later. */
const radialAt = 24 + 2 * 2432 + 28;
const sizeAt = radialAt - 16;
const blocksAt = radialAt + 30;
const pointersAt = radialAt + 32;
const momentAt = (): number => radialAt + Buffer.from(plainVolume).readUInt32BE(pointersAt + 4 * 3);

const volume = (at: number, value: number, octets = 4) => put(plainVolume, at, value, octets);
const recordOf = (packed: Uint8Array, length = packed.length): Uint8Array =>
  Buffer.concat([packedVolume.subarray(0, 24), put(new Uint8Array(4), 0, length), packed]);

/** Level II volumes that break the documents in one place each. */
export const craftedLevel2: Crafted = {
  'a record of no octets': () => put(packedVolume, 24, 0),
  'a record of 2^31 octets': () => put(packedVolume, 24, sign),
  'a record of 2^31 - 1 octets': () => put(packedVolume, 24, most),
  'a record of minus one octet': () => put(packedVolume, 24, all),
  'a record that is not packed': () => recordOf(Buffer.from('this is not bzip2 at all')),
  'a record of blocks of size 0': () => put(packedVolume, 31, 0x30, 1),
  'a record that unpacks to 20 MiB': () => recordOf(bzip2(zeros)),
  'a hundred records that unpack to 4 MiB each': () => {
    const packed = bzip2(zeros.subarray(0, 4 * 1024 ** 2));
    const record = Buffer.concat([put(new Uint8Array(4), 0, packed.length), packed]);
    return Buffer.concat([packedVolume.subarray(0, 24), ...Array<Uint8Array>(100).fill(record)]);
  },
  'a record within a record': () => recordOf(bzip2(packedVolume)),
  'a header and nothing else': () => packedVolume.subarray(0, 24),
  'half a header': () => packedVolume.subarray(0, 13),
  'a message of no halfwords': () => volume(sizeAt, 0, 2),
  'a message of 65534 halfwords': () => volume(sizeAt, 65534, 2),
  'a long message of 2^32 - 1 octets': () => put(volume(sizeAt, 0xffff, 2), sizeAt + 12, all),
  'a long message of no octets': () => put(volume(sizeAt, 0xffff, 2), sizeAt + 12, 0),
  'a message of type 255': () => volume(sizeAt + 3, 255, 1),
  'a packed radial': () => volume(radialAt + 16, 1, 1),
  'a radial of 65535 blocks': () => volume(blocksAt, 65535, 2),
  'a radial without blocks': () => volume(blocksAt, 0, 2),
  'a block behind the end': () => volume(pointersAt, most),
  'a block at 2^32 - 1': () => volume(pointersAt, all),
  'a block that is the pointers to blocks': () => volume(pointersAt, 32),
  'a radial in which all blocks are one': () => {
    const moment = Buffer.from(plainVolume).readUInt32BE(pointersAt + 4 * 3);
    return [0, 1, 2].reduce((bytes, i) => put(bytes, pointersAt + 4 * i, moment), plainVolume);
  },
  'a moment of 65535 gates': () => volume(momentAt() + 8, 65535, 2),
  'a moment of 2000 gates that are not there': () => volume(momentAt() + 8, 2000, 2),
  'a moment of words of no bits': () => volume(momentAt() + 19, 0, 1),
  'a moment of words of 255 bits': () => volume(momentAt() + 19, 255, 1),
  'a moment with a scale that is no number': () => volume(momentAt() + 20, 0x7fc00000),
  'a radial of sweep 255': () => volume(radialAt + 22, 255, 1),
  'an azimuth that is no number': () => volume(radialAt + 12, 0x7fc00000),
  'twenty thousand messages of no type': () =>
    Buffer.concat([plainVolume.subarray(0, 24), new Uint8Array(20_000 * 2432)]),
};

const [descriptionAt, symbologyAt] = [18, 120];
const [layerAt, packetAt] = [symbologyAt + 10, symbologyAt + 16];
const digital = (at: number, value: number, octets = 2) => put(digitalProduct, at, value, octets);
const mixed = (at: number, value: number, octets = 2) => put(product, at, value, octets);

/** Level III products that break the document in one place each; those with a heading have 30 more bytes in front. */
export const craftedLevel3: Crafted = {
  'a message of no octets': () => digital(8, 0, 4),
  'a message of 2^32 - 1 octets': () => digital(8, all, 4),
  'a description without its divider': () => digital(descriptionAt, 0),
  'a product of code 0': () => put(digital(0, 0), descriptionAt + 12, 0, 2),
  'a symbology block behind the end': () => digital(descriptionAt + 90, most, 4),
  'a symbology block at 2^33': () => digital(descriptionAt + 90, all, 4),
  'a symbology block that is the header': () => digital(descriptionAt + 90, 1, 4),
  'all blocks in one place': () => mixed(descriptionAt + 94, 60, 4),
  'a block of no octets': () => digital(symbologyAt + 4, 0, 4),
  'a block of 2^32 - 1 octets': () => digital(symbologyAt + 4, all, 4),
  '65535 layers': () => digital(symbologyAt + 8, 65535),
  'a layer of no octets': () => digital(layerAt + 2, 0, 4),
  'a layer of 2^32 - 1 octets': () => digital(layerAt + 2, all, 4),
  'a packet of code 65535': () => digital(packetAt, 65535),
  'a packet of 65535 gates': () => digital(packetAt + 4, 65535),
  'a packet of 65535 radials': () => digital(packetAt + 12, 65535),
  'a radial of no octets': () => digital(packetAt + 14, 0),
  'a radial of 65535 octets': () => digital(packetAt + 14, 65535),
  'runs of 65535 halfwords': () => mixed(packetAt + 14, 65535),
  'runs in 65535 radials': () => mixed(packetAt + 12, 65535),
  'a packed block that says 2^32 - 1 octets': () => put(put(packedProduct, 30 + 102, 65535, 2), 30 + 104, 65535, 2),
  'a packed block that says no octets': () => put(put(packedProduct, 30 + 102, 0, 2), 30 + 104, 0, 2),
  'a packed block that unpacks to 20 MiB': () => {
    const head = packedProduct.subarray(0, 30 + symbologyAt);
    return Buffer.concat([put(head, 30 + 102, zeros.length >>> 16, 2), bzip2(zeros)]);
  },
  'a heading and nothing else': () => packedProduct.subarray(0, 30),
  'five hundred headings': () =>
    Buffer.concat([...Array<Uint8Array>(500).fill(packedProduct.subarray(0, 30)), digitalProduct]),
};
