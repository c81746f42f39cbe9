import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

type MailToSend = {
  readonly from?: string
  readonly to: string | readonly string[]
  readonly content: Uint8Array
}

/** A reply of a mail server. */
export type MailReply = { readonly code: number; readonly text: string }

/**
 * Sends a mail by SMTP as a mail server does, and returns the last reply: the one to the mail, or the first refusal. Throws
 * if the connection ends before.
 */
export async function sendMail(
  port: number,
  { from = 'bob@example.com', to, content }: MailToSend,
): Promise<MailReply> {
  const socket = connect(port, '127.0.0.1')
  // The end of the connection is the end of the lines.
  socket.on('error', () => {})
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const read = async (): Promise<MailReply> => {
    for (;;) {
      const { value = '', done } = await lines.next()
      if (done) throw new Error('The connection ended before the reply.')
      const [, code, separator, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(value) ?? []
      if (separator !== '-') return { code: Number(code), text }
    }
  }
  const ask = (line: string | Uint8Array) => {
    socket.write(line)
    return read()
  }
  try {
    await read()
    const commands = [
      'EHLO sender.example.com',
      `MAIL FROM:<${from}>`,
      ...[to].flat().map((address) => `RCPT TO:<${address}>`),
      'DATA',
    ]
    for (const command of commands) {
      const reply = await ask(`${command}\r\n`)
      if (reply.code >= 400) return reply
    }
    const escapedContent = Buffer.from(content).toString('latin1').replaceAll(/^\./gm, '..')
    return await ask(Buffer.from(`${escapedContent}\r\n.\r\n`, 'latin1'))
  } finally {
    socket.end()
    if (!socket.closed) await once(socket, 'close')
  }
}
