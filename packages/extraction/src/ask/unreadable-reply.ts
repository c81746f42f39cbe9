/** Thrown when a model did not answer a question in a usable form, even after a second request. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError'
}

const maxQuoteLength = 200

/** Creates the error with the beginning of the reply, by which a person can recognize it. */
export function createUnreadableReplyError(problem: string, reply: string): UnreadableReplyError {
  const singleLine = reply.replace(/\s+/g, ' ').trim()
  const quote =
    singleLine.length > maxQuoteLength ? `${singleLine.slice(0, maxQuoteLength)}…` : singleLine
  return new UnreadableReplyError(quote === '' ? `${problem}.` : `${problem}: “${quote}”`)
}
