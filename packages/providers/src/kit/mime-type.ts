const signatures: readonly (readonly [start: string, type: string])[] = [
  ['%PDF', 'application/pdf'],
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['BM', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
]

/** Returns the type of a picture or a PDF by its first bytes. */
export function mimeTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp'
  const match = signatures.find(([signature]) => start.startsWith(signature))
  return match?.[1] ?? 'application/octet-stream'
}
