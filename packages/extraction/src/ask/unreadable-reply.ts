import type { Answer } from '@recto/provider-spec/answer'

/** Thrown when a model did not answer a question in a usable form, even after a second request. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError'
}

const maxQuoteLength = 200

/** The answer to a question of type JSON whose reply contains none. */
export const createEmptyJsonAnswer = (reply: string) => ({
  value: {},
  evidence: {},
  explanation: { missing: { kind: 'no-json' as const, words: quoteReply(reply) } },
})

/** Whether the answer stands for a reply in which nothing could be read. */
export const isWithoutJson = ({ explanation }: Pick<Answer, 'explanation'>): boolean =>
  explanation !== undefined && 'missing' in explanation && explanation.missing.kind === 'no-json'

/** Creates the error with the beginning of the reply, by which a person can recognize it. */
export function createUnreadableReplyError(problem: string, reply: string): UnreadableReplyError {
  const quote = quoteReply(reply)
  return new UnreadableReplyError(quote === '' ? `${problem}.` : `${problem}: “${quote}”`)
}

function quoteReply(reply: string): string {
  const singleLine = reply.replace(/\s+/g, ' ').trim()
  return singleLine.length > maxQuoteLength ? `${singleLine.slice(0, maxQuoteLength)}…` : singleLine
}
