import { Button, notification } from 'antd'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { explain, explainFailure, Refusal } from '../api/refusal.ts'
import { isSignedOut } from '../api/requests.ts'
import { createStore, type Readable } from '../store/create-store.ts'
import { placementAwayFrom } from './alert-placement.ts'
import { MessageText } from './MessageText.tsx'

/** Distance from the bottom in pixels, so that alerts do not cover the button of the logs panel. */
const ABOVE_LOGS = 56
const SECONDS_SHOWN = 6
const SECONDS_TO_UNDO = 20

let lastKey = 0

type Alerts = {
  /** Reports a success. */
  success(message: string): void
  /** Reports a success that can be undone as long as the alert is shown. */
  successWithUndo(message: string, undo: () => void, seconds?: number): void
  /** Stays until the user chooses the action or closes the alert. */
  ask(message: string, choice: Choice): void
  /** Reports a failure with the server's message, or with `fallback` if there is none. */
  showError(error: unknown, fallback?: string): void
  /** Reports a failure in the words of the page, followed by the server's message if there is one. */
  showFailure(error: unknown, sentence: string): void
  /** Reports a failure with a plain message. */
  warn(message: string): void
  /** Gives a hint when nothing has failed. */
  hint(message: string): void
}

const titles = { success: 'Success', error: 'Failed', info: 'Note' } as const
const levels = { success: 'SUCCESS', error: 'ERROR', info: 'INFO' } as const
type Kind = keyof typeof titles

type Choice = { readonly title: string; readonly label: string; run(): void }

/** The most recent alert. */
type LoggedAlert = { readonly level: 'SUCCESS' | 'ERROR' | 'INFO'; readonly message: string }

const noAlerts: Readable<LoggedAlert | undefined> = createStore(undefined)
const LastAlertContext = createContext(noAlerts)

/** Returns the store of the most recent alert, for logging alerts. */
export const useLastAlert = () => use(LastAlertContext)

const AlertsContext = createContext<Alerts | undefined>(undefined)

/** Returns the functions that show alerts, for messages without a place on the page. */
export function useAlerts(): Alerts {
  const alerts = use(AlertsContext)
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it.')
  return alerts
}

const endsSession = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'signed-out'

export function AlertsProvider({ children }: { readonly children: ReactNode }) {
  const [api, holder] = notification.useNotification({
    duration: SECONDS_SHOWN,
    bottom: ABOVE_LOGS,
    showProgress: false,
    pauseOnHover: true,
    stack: { threshold: 3 },
  })

  const [store] = useState(() => createStore<LoggedAlert | undefined>(undefined))
  const alerts = useMemo<Alerts>(() => {
    const showAlert = (kind: Kind) => (message: string) => {
      store.set({ level: levels[kind], message })
      api[kind]({
        title: titles[kind],
        description: <MessageText text={message} />,
        role: kind === 'error' ? 'alert' : 'status',
        placement: placementAwayFrom(document.activeElement),
      })
    }
    const showFailed = showAlert('error')
    // When the session has ended, every failure has the same reason, and the sign-in page says it.
    const showError = (message: string) => {
      if (!isSignedOut.get()) showFailed(message)
    }
    return {
      success: showAlert('success'),
      successWithUndo(message, undo, seconds = SECONDS_TO_UNDO) {
        const key = `undo ${++lastKey}`
        const handleUndo = () => {
          api.destroy(key)
          undo()
        }
        store.set({ level: 'SUCCESS', message })
        api.success({
          key,
          title: 'Success',
          description: <MessageText text={message} />,
          role: 'status',
          duration: seconds,
          placement: placementAwayFrom(document.activeElement),
          actions: (
            <Button size="small" onClick={handleUndo}>
              Undo
            </Button>
          ),
        })
      },
      ask(message, { title, label, run }) {
        const key = `ask ${++lastKey}`
        const handleAct = () => {
          api.destroy(key)
          run()
        }
        store.set({ level: 'ERROR', message })
        api.warning({
          key,
          title,
          description: message,
          role: 'alert',
          placement: placementAwayFrom(document.activeElement),
          duration: false,
          actions: (
            <Button size="small" type="primary" onClick={handleAct}>
              {label}
            </Button>
          ),
        })
      },
      showError(error, fallback) {
        if (!endsSession(error)) showError(explain(error, fallback))
      },
      showFailure(error, sentence) {
        if (!endsSession(error)) showError(explainFailure(error, sentence))
      },
      warn: showError,
      hint: showAlert('info'),
    }
  }, [api, store])

  return (
    <AlertsContext value={alerts}>
      <LastAlertContext value={store}>{children}</LastAlertContext>
      {holder}
    </AlertsContext>
  )
}
