import { startConnectorSignIn } from '@recto/contract/connectors/connector-sign-in'
import { useEffect, useState } from 'react'
import { addressOf } from '../../../shared/api/address.ts'
import { explain } from '../../../shared/api/refusal.ts'
import {
  deleteSignInOutcome,
  subscribeToSignInOutcome,
} from '../../../shared/browser/sign-in-outcome.ts'
import { useSignInKey } from '../connectors.queries.ts'

export const NOT_AVAILABLE = 'Provider not available.'

type Stage =
  | { readonly at: 'start' }
  | { readonly at: 'waiting' | 'closed'; readonly key: string; readonly signInWindow: Window }
  | { readonly at: 'done'; readonly key: string }
  | { readonly at: 'failed'; readonly failureText: string }

const POLL_MS = 500
const windowFeatures = 'popup,width=500,height=600'

/** Manages signing in at a service in a separate window. */
export function useSignIn(backend: string) {
  const [stage, setStage] = useState<Stage>({ at: 'start' })
  const { mutateAsync: createKey } = useSignInKey()

  useEffect(() => {
    if (stage.at !== 'waiting' && stage.at !== 'closed') return
    const { key, signInWindow } = stage
    const unsubscribe = subscribeToSignInOutcome((status) =>
      setStage(
        status === 'success'
          ? { at: 'done', key }
          : { at: 'failed', failureText: 'The service did not grant access. Try again.' },
      ),
    )
    // A service may isolate its window from ours, which then looks closed, so the outcome is still
    // awaited.
    const timer = setInterval(() => {
      if (stage.at === 'waiting' && signInWindow.closed)
        setStage({ at: 'closed', key, signInWindow })
    }, POLL_MS)
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [stage])

  async function start() {
    deleteSignInOutcome()
    // Opened synchronously, because browsers block windows that are opened after waiting for a
    // reply.
    const signInWindow = window.open('', 'recto-sign-in', windowFeatures)
    if (!signInWindow) {
      const failureText =
        'Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.'
      return setStage({ at: 'failed', failureText })
    }
    try {
      const key = await createKey(backend)
      signInWindow.location.href = addressOf(startConnectorSignIn, {
        params: { backend },
        query: { 'oauth-key': key },
      })
      setStage({ at: 'waiting', key, signInWindow })
    } catch (error) {
      signInWindow.close()
      setStage({ at: 'failed', failureText: explain(error, NOT_AVAILABLE) })
    }
  }

  return { stage, key: stage.at === 'done' ? stage.key : undefined, start }
}

/** The state of signing in at a provider. */
export type SignInState = ReturnType<typeof useSignIn>
