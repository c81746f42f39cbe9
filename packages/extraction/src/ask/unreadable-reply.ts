/** A model did not answer a question in a form that can be used, also when it was told so. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError'
}

const maxQuoted = 200

/** `said` is quoted as far as a person needs it to know it again. */
export function unreadableReply(why: string, said: string): UnreadableReplyError {
  const plain = said.replace(/\s+/g, ' ').trim()
  const quoted = plain.length > maxQuoted ? `${plain.slice(0, maxQuoted)}…` : plain
  return new UnreadableReplyError(quoted === '' ? `${why}.` : `${why}: “${quoted}”`)
}
