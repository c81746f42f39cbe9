import { useQuery } from '@tanstack/react-query'
import { Collapse, Switch, Tag } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type recordedRuns, type SentTexts, sentInRun } from '../recorded-run.queries.ts'

type Props = { readonly of: Parameters<typeof recordedRuns>[0]; readonly run: string }

/** What has left the house in a run, with placeholders or with what they stand for. */
export function SentInRun({ of, run }: Props) {
  const { data: sent, error, refetch } = useQuery(sentInRun(of, run))
  const [isOriginal, setOriginal] = useState(false)
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get what was sent" onRetry={retry} />
  }
  if (!sent) return <div className="bone replay-bone" aria-busy="true" />
  if (sent.calls.length === 0) {
    return <p className="faint">Nothing was sent to an adapter that is outside.</p>
  }
  return (
    <>
      <p className="replay-sum" role="status">
        {`${counted(sent.calls.length, 'call')} outside, ${counted(sent.originals.size, 'value')} masked.`}
      </p>
      <label className="replay-originals" htmlFor="show-originals">
        <Switch id="show-originals" checked={isOriginal} onChange={setOriginal} />
        Show what placeholders stand for
      </label>
      <Collapse
        size="small"
        items={sent.calls.map((call, at) => ({
          key: at,
          label: (
            <>
              <span className="mono">{call.step}</span> <Tag>{call.model}</Tag>
            </>
          ),
          children: <Call call={call} originals={isOriginal ? sent.originals : undefined} />,
        }))}
      />
    </>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type CallProps = {
  readonly call: SentTexts['calls'][number]
  /** Absent where placeholders are shown. */
  readonly originals: SentTexts['originals'] | undefined
}

function Call({ call, originals }: CallProps) {
  const text = [call.system, call.prompt].filter(Boolean).join('\n\n')
  return (
    <>
      <pre className="replay-sent">
        {text.split(placeholder).map((part, at) => marked(part, at, originals))}
      </pre>
      {call.isCut && <p className="faint">There was more of it than is shown here.</p>}
    </>
  )
}

/** In brackets, so that a text splits into what stands between and the placeholders. */
const placeholder = /(\[[A-Z]{4,5}-[B-Z]{5}\])/

/** Every second part is a placeholder. */
function marked(part: string, at: number, originals: SentTexts['originals'] | undefined) {
  if (at % 2 === 0) return part
  const original = originals?.get(part)
  return (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
    <mark key={at} title={original === undefined ? undefined : part}>
      {original ?? part}
    </mark>
  )
}
