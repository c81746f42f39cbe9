const marker = Buffer.from('startxref')
/** How far from its end a PDF may name its table of objects; padding does not count. */
const maxDistance = 2048

/** Whether the end of a PDF is missing, as after a download that broke off. */
export function isCutOff(bytes: Uint8Array): boolean {
  let end = bytes.length
  while (end > 0 && bytes[end - 1]! <= 0x20) end--
  const tail = Buffer.from(bytes.subarray(Math.max(0, end - maxDistance), end))
  return !tail.includes(marker)
}
