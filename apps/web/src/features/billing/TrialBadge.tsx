import { useQuery } from '@tanstack/react-query'
import { Tag, Tooltip } from 'antd'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ownSubscription } from './billing.queries.ts'
import { type OwnSubscription, trialText } from './plan.ts'

/** Badge in the top bar with the remaining trial days. */
export function TrialBadge() {
  const isSold = useSignedIn().flags.billing === true
  const { data } = useQuery({ ...ownSubscription, enabled: isSold })
  return data?.planType === 'TRIAL' ? <Badge subscription={data} /> : null
}

const thousands = (tokens: number) => `${(tokens / 1000).toFixed(1)}K LLM Tokens`

function Badge({ subscription }: { readonly subscription: OwnSubscription }) {
  const { remainingDays, trialTokens } = subscription
  const tokens = thousands(trialTokens)
  // Credits limit nothing, so they are not shown.
  const explanation = `${tokens} used. You can connect your own LLMs after the free tokens run out.`
  return (
    <Tooltip title={explanation}>
      <Tag color="error" className="trial-badge" tabIndex={0} aria-description={explanation}>
        {trialText(remainingDays)}
      </Tag>
    </Tooltip>
  )
}
