import { beginOnboarding, getOnboardingStatus } from '@recto/contract/session'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useChange } from '../../../shared/api/ask.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { PageSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { useHasBegun } from './use-has-begun.ts'
import './welcome.css'

/** Shows its children to whoever has begun, and others how to. */
export function OnboardingGate({ children }: { readonly children: ReactNode }) {
  const hasBegun = useHasBegun()
  if (hasBegun === undefined) return <PageSkeleton />
  return hasBegun ? children : <GetStarted />
}

function GetStarted() {
  const alerts = useAlerts()
  const { mutate, isPending } = useChange(beginOnboarding, { makesStale: [getOnboardingStatus] })
  const handleBegin = () => mutate({}, { onError: () => alerts.warn('Onboarding failed.') })

  return (
    <article className="sheet get-started">
      <h1>Document extraction</h1>
      <p>Turn documents into structured data with prompts, workflows and APIs.</p>
      <Button type="primary" size="large" loading={isPending} onClick={handleBegin}>
        Get Started
      </Button>
    </article>
  )
}
