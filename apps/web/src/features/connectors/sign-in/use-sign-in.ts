import { startConnectorSignIn } from '@recto/contract/connector-sign-in'
import { useEffect, useState } from 'react'
import { addressOf } from '../../../shared/api/address.ts'
import { explain } from '../../../shared/api/refusal.ts'
import { forgetSignInOutcome, hearSignInOutcome } from '../../../shared/browser/sign-in-outcome.ts'
import { useSignInKey } from '../connectors.queries.ts'

export const NOT_AVAILABLE = 'Provider not available.'

type Stage =
  | { readonly at: 'start' }
  | { readonly at: 'waiting' | 'closed'; readonly key: string; readonly opened: Window }
  | { readonly at: 'done'; readonly key: string }
  | { readonly at: 'failed'; readonly words: string }

const LOOK_MILLISECONDS = 500
const features = 'popup,width=500,height=600'

/** A sign-in at a service, in a window of its own. */
export function useSignIn(backend: string) {
  const [stage, setStage] = useState<Stage>({ at: 'start' })
  const { mutateAsync: makeKey } = useSignInKey()

  useEffect(() => {
    if (stage.at !== 'waiting' && stage.at !== 'closed') return
    const { key, opened } = stage
    const stopHearing = hearSignInOutcome((status) =>
      setStage(
        status === 'success'
          ? { at: 'done', key }
          : { at: 'failed', words: 'The service did not give its consent. Try again.' },
      ),
    )
    // A service may cut its window off from ours, which then looks closed: the outcome is still waited for.
    const timer = setInterval(() => {
      if (stage.at === 'waiting' && opened.closed) setStage({ at: 'closed', key, opened })
    }, LOOK_MILLISECONDS)
    return () => {
      stopHearing()
      clearInterval(timer)
    }
  }, [stage])

  async function start() {
    forgetSignInOutcome()
    // Opened at once: after an answer has been waited for, browsers take it for an unasked window.
    const opened = window.open('', 'recto-sign-in', features)
    if (!opened) {
      const words = 'The browser kept the window from opening. Allow it, and try again.'
      return setStage({ at: 'failed', words })
    }
    try {
      const key = await makeKey(backend)
      opened.location.href = addressOf(startConnectorSignIn, {
        params: { backend },
        query: { 'oauth-key': key },
      })
      setStage({ at: 'waiting', key, opened })
    } catch (error) {
      opened.close()
      setStage({ at: 'failed', words: explain(error, NOT_AVAILABLE) })
    }
  }

  return { stage, key: stage.at === 'done' ? stage.key : undefined, start }
}
