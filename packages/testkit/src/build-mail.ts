/** A part of a mail, which may consist of parts itself. */
export type MailPart = {
  /** The type with its parameters, such as `text/plain; charset=utf-8`. */
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: Uint8Array | string
  readonly parts?: readonly MailPart[]
}

type Mail = MailPart & {
  /** Headers of the mail; undefined ones are left out. */
  readonly head?: Readonly<Record<string, string | undefined>>
}

let boundaries = 0

/** Writes a mail as it travels, also one that no careful program would write. */
export function buildMail({ head = {}, ...part }: Mail): Buffer {
  const lines = Object.entries(head).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  )
  return Buffer.concat([Buffer.from(lines.join('')), writePart(part)])
}

/** Texts travel as they are, and bytes in base64. */
function writePart({ type, headers = {}, content, parts }: MailPart): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (!parts) {
    const isText = typeof content === 'string'
    const encoding = isText ? '' : 'Content-Transfer-Encoding: base64\r\n'
    const head = `Content-Type: ${type}\r\n${encoding}${lines.join('')}\r\n`
    const body = isText ? Buffer.from(content) : Buffer.from(foldBase64(content))
    return Buffer.concat([Buffer.from(head), body])
  }
  const boundary = `boundary-${++boundaries}`
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n`),
    writePart(part),
    Buffer.from('\r\n'),
  ])
  const head = `Content-Type: ${type}; boundary="${boundary}"\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), ...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

const foldBase64 = (content: Uint8Array | undefined): string =>
  (
    Buffer.from(content ?? [])
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

/** An attached file. */
export const attachFile = (
  name: string,
  content: Uint8Array | string,
  type = 'application/octet-stream',
): MailPart => ({
  type,
  headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  content: Buffer.from(content as Uint8Array),
})

/** A mail within a mail, as it is forwarded. */
export const attachMail = (mail: Buffer): MailPart => ({
  type: 'message/rfc822',
  headers: { 'Content-Disposition': 'attachment' },
  content: mail.toString('latin1'),
})
