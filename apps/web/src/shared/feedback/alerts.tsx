import { notification } from 'antd'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { explain } from '../api/refusal.ts'
import { MessageText } from './MessageText.tsx'
import { placeAwayFrom } from './place-of-alert.ts'

const SECONDS_SHOWN = 6

type Alerts = {
  /** Something worth saying went well. */
  success(message: string): void
  /** Something failed: the server's words when there are any, else `fallback`. */
  failed(error: unknown, fallback?: string): void
  /** A failure that is only a sentence. */
  warn(message: string): void
  /** Nothing failed; there is something to know, or to do first. */
  hint(message: string): void
}

const titles = { success: 'Success', error: 'Failed', info: 'Note' } as const
type Kind = keyof typeof titles

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
    showProgress: false,
    pauseOnHover: true,
    stack: { threshold: 3 },
  })

  const alerts = useMemo<Alerts>(() => {
    const say = (kind: Kind) => (message: string) =>
      api[kind]({
        title: titles[kind],
        description: <MessageText text={message} />,
        role: kind === 'error' ? 'alert' : 'status',
        placement: placeAwayFrom(document.activeElement),
      })
    const failed = say('error')
    return {
      success: say('success'),
      failed: (error, fallback) => failed(explain(error, fallback)),
      warn: failed,
      hint: say('info'),
    }
  }, [api])

  return (
    <AlertsContext value={alerts}>
      {children}
      {holder}
    </AlertsContext>
  )
}
