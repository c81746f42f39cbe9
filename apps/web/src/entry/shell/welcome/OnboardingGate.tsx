import {
  beginOnboarding,
  getOnboardingStatus,
  textProductOnboardings,
} from '@recto/contract/organizations/session'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useChange } from '../../../shared/api/requests.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { PageSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { productOfPath, TEXT_EXTRACTION } from '../../../shared/session/products.ts'
import { useHasSubscribed } from './use-has-subscribed.ts'
import './welcome.css'

/** Shows its children to users who have passed the Get Started page, and that page to others. */
export function OnboardingGate({ children }: { readonly children: ReactNode }) {
  const hasSubscribed = useHasSubscribed()
  if (hasSubscribed === undefined) return <PageSkeleton />
  return hasSubscribed ? children : <GetStarted />
}

const platform = {
  title: 'Document extraction',
  purpose: 'Turn documents into structured data with prompts, workflows and APIs.',
  begin: beginOnboarding,
}

const textExtraction = {
  title: 'Text extraction',
  purpose: 'Turn complex documents into text that keeps its layout, ready for language models.',
  begin: textProductOnboardings[0].begin,
}

function GetStarted() {
  const alerts = useAlerts()
  const product = productOfPath(useLocation().pathname)
  const { title, purpose, begin } = product === TEXT_EXTRACTION ? textExtraction : platform
  const { mutate, isPending } = useChange(begin, { invalidates: [getOnboardingStatus] })
  const handleBegin = () => mutate({}, { onError: () => alerts.warn('Onboarding failed.') })

  return (
    <article className="sheet get-started">
      <h1>{title}</h1>
      <p>{purpose}</p>
      <Button type="primary" size="large" loading={isPending} onClick={handleBegin}>
        Get Started
      </Button>
    </article>
  )
}
