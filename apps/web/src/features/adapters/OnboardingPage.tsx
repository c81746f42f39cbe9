import { ComingPage } from '../../shared/ComingPage.tsx'

export function OnboardingPage() {
  return <ComingPage title="Set up" description="x" />
}
