import { Button, notification } from 'antd'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { explain } from '../api/refusal.ts'
import { createStore, type Readable } from '../store/create-store.ts'
import { MessageText } from './MessageText.tsx'
import { placeAwayFrom } from './place-of-alert.ts'

/** Distance from the bottom in pixels, so that alerts do not cover the button of the logs panel. */
const ABOVE_LOGS = 56
const SECONDS_SHOWN = 6
const SECONDS_TO_UNDO = 20

let lastKey = 0

type Alerts = {
  /** Reports a success. */
  success(message: string): void
  /** Reports a success that can be undone as long as the alert is shown. */
  undoable(message: string, undo: () => void): void
  /** Stays until the user chooses the action or closes the alert. */
  ask(message: string, choice: Choice): void
  /** Reports a failure with the server's message, or with `fallback` if there is none. */
  failed(error: unknown, fallback?: string): void
  /** Reports a failure with a plain message. */
  warn(message: string): void
  /** Gives a hint when nothing has failed. */
  hint(message: string): void
}

const titles = { success: 'Success', error: 'Failed', info: 'Note' } as const
const levels = { success: 'SUCCESS', error: 'ERROR', info: 'INFO' } as const
type Kind = keyof typeof titles

type Choice = { readonly title: string; readonly label: string; act(): void }

/** The most recent alert. */
type Told = { readonly level: 'SUCCESS' | 'ERROR' | 'INFO'; readonly message: string }

const noneTold: Readable<Told | undefined> = createStore(undefined)
const ToldContext = createContext(noneTold)

/** Returns the store of the most recent alert, for logging alerts. */
export const useTold = () => use(ToldContext)

const AlertsContext = createContext<Alerts | undefined>(undefined)

/** Returns the functions that show alerts, for messages that belong to no place on the page. */
export function useAlerts(): Alerts {
  const alerts = use(AlertsContext)
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it.')
  return alerts
}

export function AlertsProvider({ children }: { readonly children: ReactNode }) {
  const [api, holder] = notification.useNotification({
    duration: SECONDS_SHOWN,
    bottom: ABOVE_LOGS,
    showProgress: false,
    pauseOnHover: true,
    stack: { threshold: 3 },
  })

  const [store] = useState(() => createStore<Told | undefined>(undefined))
  const alerts = useMemo<Alerts>(() => {
    const say = (kind: Kind) => (message: string) => {
      store.set({ level: levels[kind], message })
      api[kind]({
        title: titles[kind],
        description: <MessageText text={message} />,
        role: kind === 'error' ? 'alert' : 'status',
        placement: placeAwayFrom(document.activeElement),
      })
    }
    const showError = say('error')
    return {
      success: say('success'),
      undoable(message, undo) {
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
          duration: SECONDS_TO_UNDO,
          placement: placeAwayFrom(document.activeElement),
          actions: (
            <Button size="small" onClick={handleUndo}>
              Undo
            </Button>
          ),
        })
      },
      ask(message, { title, label, act }) {
        const key = `ask ${++lastKey}`
        const handleAct = () => {
          api.destroy(key)
          act()
        }
        store.set({ level: 'ERROR', message })
        api.warning({
          key,
          title,
          description: message,
          role: 'alert',
          placement: placeAwayFrom(document.activeElement),
          duration: false,
          actions: (
            <Button size="small" type="primary" onClick={handleAct}>
              {label}
            </Button>
          ),
        })
      },
      failed: (error, fallback) => showError(explain(error, fallback)),
      warn: showError,
      hint: say('info'),
    }
  }, [api, store])

  return (
    <AlertsContext value={alerts}>
      <ToldContext value={store}>{children}</ToldContext>
      {holder}
    </AlertsContext>
  )
}
