import { Button, notification } from 'antd'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { explain } from '../api/refusal.ts'
import { createStore, type Readable } from '../store/create-store.ts'
import { MessageText } from './MessageText.tsx'
import { placeAwayFrom } from './place-of-alert.ts'

/** In pixels, so that the panel of logs can be opened while something is told. */
const ABOVE_LOGS = 56
const SECONDS_SHOWN = 6
const SECONDS_TO_UNDO = 20

let lastKey = 0

type Alerts = {
  /** Something worth saying went well. */
  success(message: string): void
  /** The same of something that can be taken back for as long as the alert is there. */
  undoable(message: string, undo: () => void): void
  /** Stays until somebody decides: does it, or closes the alert. */
  ask(message: string, choice: Choice): void
  /** Something failed: the server's words when there are any, else `fallback`. */
  failed(error: unknown, fallback?: string): void
  /** A failure that is only a sentence. */
  warn(message: string): void
  /** Nothing failed; there is something to know, or to do first. */
  hint(message: string): void
}

const titles = { success: 'Success', error: 'Failed', info: 'Note' } as const
const levels = { success: 'SUCCESS', error: 'ERROR', info: 'INFO' } as const
type Kind = keyof typeof titles

type Choice = { readonly title: string; readonly label: string; act(): void }

/** An alert as it was shown last. */
type Told = { readonly level: 'SUCCESS' | 'ERROR' | 'INFO'; readonly message: string }

const noneTold: Readable<Told | undefined> = createStore(undefined)
const ToldContext = createContext(noneTold)

/** Follows what is told, for whoever keeps it. */
export const useTold = () => use(ToldContext)

const AlertsContext = createContext<Alerts | undefined>(undefined)

/** The one way of telling the user something that belongs to no place on the screen. */
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

  const [told] = useState(() => createStore<Told | undefined>(undefined))
  const alerts = useMemo<Alerts>(() => {
    const say = (kind: Kind) => (message: string) => {
      told.set({ level: levels[kind], message })
      api[kind]({
        title: titles[kind],
        description: <MessageText text={message} />,
        role: kind === 'error' ? 'alert' : 'status',
        placement: placeAwayFrom(document.activeElement),
      })
    }
    const failed = say('error')
    return {
      success: say('success'),
      undoable(message, undo) {
        const key = `undo ${++lastKey}`
        const handleUndo = () => {
          api.destroy(key)
          undo()
        }
        told.set({ level: 'SUCCESS', message })
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
        told.set({ level: 'ERROR', message })
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
      failed: (error, fallback) => failed(explain(error, fallback)),
      warn: failed,
      hint: say('info'),
    }
  }, [api, told])

  return (
    <AlertsContext value={alerts}>
      <ToldContext value={told}>{children}</ToldContext>
      {holder}
    </AlertsContext>
  )
}
