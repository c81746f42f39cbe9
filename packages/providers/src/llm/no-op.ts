import { defineProvider } from '../kit/define-provider.ts'
import { noOpSentence, noOpSettings, wait } from '../kit/no-op.ts'

/** Replies with a fixed sentence after a while: for load tests without a model. */
export const noOpLlm = defineProvider({
  id: 'noOpLlm|f673a5a2-90f9-40f5-94c0-9fbc663b7553',
  kind: 'llm',
  name: 'No Op LLM',
  description: 'Waits, then returns a fixed answer.',
  icon: '/icons/adapter-icons/noOpLlm.png',
  isHidden: true,
  settings: noOpSettings('No Op LLM'),

  open: ({ wait_time: seconds }) => ({
    model: 'no-op',
    contextWindow: 0,
    async complete({ signal }) {
      await wait(seconds, signal)
      return {
        text: noOpSentence,
        stoppedBy: 'end',
        usage: { inputTokens: 0, outputTokens: 0 },
        model: 'no-op',
      }
    },
  }),
  check: async () => {},
})
