import { Button } from 'antd'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { paths } from '../shared/navigation/paths.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

type Props = { readonly title: string; readonly explanation: string }

/** Stands at an address that older links lead to, where what was there is not a part of this installation. */
function AbsentPage({ title, explanation }: Props) {
  usePageTitle(title)
  return (
    <PublicFrame>
      <EmptyState title={title} explanation={explanation}>
        <Button type="primary" href={paths.home()}>
          Go to the start
        </Button>
      </EmptyState>
    </PublicFrame>
  )
}

export const PaymentSuccessPage = () => (
  <AbsentPage
    title="No payment was made here"
    explanation="This installation sells no plans, so there is nothing to pay and nothing to wait for."
  />
)
