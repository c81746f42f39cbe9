import { startConnectorSignIn } from '@recto/contract/connectors/connector-sign-in'
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

/** Manages signing in at a service in a separate window. */
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
    // A service may isolate its window from ours, which then looks closed, so the outcome is still
    // awaited.
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
    // Opened synchronously, because browsers block windows that are opened after waiting for a
    // reply.
    const signInWindow = window.open('', 'recto-sign-in', features)
    if (!signInWindow) {
      const words = 'The browser kept the window from opening. Allow it, and try again.'
      return setStage({ at: 'failed', words })
    }
    try {
      const key = await makeKey(backend)
      signInWindow.location.href = addressOf(startConnectorSignIn, {
        params: { backend },
        query: { 'oauth-key': key },
      })
      setStage({ at: 'waiting', key, opened: signInWindow })
    } catch (error) {
      signInWindow.close()
      setStage({ at: 'failed', words: explain(error, NOT_AVAILABLE) })
    }
  }

  return { stage, key: stage.at === 'done' ? stage.key : undefined, start }
}

/** The state of signing in at a provider. */
export type SignInState = ReturnType<typeof useSignIn>
