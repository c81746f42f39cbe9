import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRuns } from '../runs/runs.tsx'

const REST_MS = 1_000
const TICK_MS = 3_000

export type SaveStatus = 'idle' | 'saving' | 'saved'

type SavedField = {
  readonly text: string
  readonly status: SaveStatus
  /** Why the last save was refused; the field shows the stored text again. */
  readonly failure: string | undefined
  change(text: string): void
  /** Saves now what has not been saved. */
  flush(): void
}

type Options = {
  /** The stored text. */
  readonly stored: string
  /** Said when the server gives no reason. */
  readonly fallback: string
  /** An empty text is not saved; the stored one comes back. */
  readonly isNeeded?: boolean
  save(text: string): Promise<unknown>
}

/** A text that is stored when its field is left, or a second after the last key. */
export function useSavedField({ stored, fallback, isNeeded, save }: Options): SavedField {
  const { track } = useRuns()
  const alerts = useAlerts()
  const [draft, setDraft] = useState<string>()
  const [status, setStatus] = useState<SaveStatus>('idle')
  const [failure, setFailure] = useState<string>()
  const newest = useRef<string>(undefined)
  const timer = useRef<number>(undefined)
  const isGone = useRef(false)

  function become(text: string | undefined) {
    newest.current = text
    setDraft(text)
  }

  function flush() {
    clearTimeout(timer.current)
    const text = newest.current
    if (text === undefined) return
    const isWorthless = isNeeded && text.trim() === ''
    if (text === stored || isWorthless) return become(undefined)
    setStatus('saving')
    void track(save(text)).then(
      () => settle(text, 'saved'),
      (refusal: unknown) => {
        // Nobody sees what a field says that is no longer there.
        if (isGone.current) alerts.failed(refusal, fallback)
        setFailure(explain(refusal, fallback))
        settle(text, 'idle')
      },
    )
  }

  /** Whatever was typed meanwhile stays. */
  function settle(text: string, next: SaveStatus) {
    if (newest.current === text) become(undefined)
    setStatus(next)
    if (next === 'saved') {
      setTimeout(() => setStatus((now) => (now === 'saved' ? 'idle' : now)), TICK_MS)
    }
  }

  const flushOnLeave = useEffectEvent(flush)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      flushOnLeave()
    }
  }, [])

  return {
    text: draft ?? stored,
    status,
    failure,
    flush,
    change(text) {
      become(text)
      setFailure(undefined)
      clearTimeout(timer.current)
      timer.current = window.setTimeout(flush, REST_MS)
    },
  }
}
