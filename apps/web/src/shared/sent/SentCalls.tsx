import { Collapse, Switch, Tag } from 'antd'
import { useId, useState } from 'react'
import type { SentText } from './sent-text.ts'
import './sent.css'

/** Calls as they have left the house, with placeholders or with what they stand for. */
export function SentCalls({ sent }: { readonly sent: SentText }) {
  const [isOriginal, setOriginal] = useState(false)
  const id = useId()
  if (sent.calls.length === 0) {
    return <p className="faint">Nothing was sent to an adapter that is outside.</p>
  }
  return (
    <>
      <p className="sent-sum" role="status">
        {`${counted(sent.calls.length, 'call')} outside, ${counted(sent.originals.size, 'value')} masked.`}
      </p>
      <label className="sent-originals" htmlFor={id}>
        <Switch id={id} checked={isOriginal} onChange={setOriginal} />
        Show what placeholders stand for
      </label>
      <Collapse
        size="small"
        // What was sent is what somebody came for: the first is there at once.
        defaultActiveKey={0}
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
  readonly call: SentText['calls'][number]
  /** Absent where placeholders are shown. */
  readonly originals: SentText['originals'] | undefined
}

function Call({ call, originals }: CallProps) {
  const text = [call.system, call.prompt].filter(Boolean).join('\n\n')
  return (
    <>
      <pre
        ref={scrollToFirst}
        className="sent-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it too.
        tabIndex={0}
      >
        {text.split(placeholder).map((part, at) => marked(part, at, originals))}
      </pre>
      {call.isCut && <p className="faint">There was more of it than is shown here.</p>}
    </>
  )
}

/** A prompt begins with what is always said; what was masked may stand far below. */
function scrollToFirst(text: HTMLPreElement | null): void {
  const first = text?.querySelector('mark')
  if (text && first)
    text.scrollTop = first.offsetTop - text.offsetTop - (text.clientHeight - first.offsetHeight) / 2
}

/** In brackets, so that a text splits into what stands between and the placeholders. */
const placeholder = /(\[[A-Z]{4,5}-[B-Z]{5}\])/

/** Every second part is a placeholder. */
function marked(part: string, at: number, originals: SentText['originals'] | undefined) {
  if (at % 2 === 0) return part
  const original = originals?.get(part)
  return (
    <mark key={at} title={original === undefined ? undefined : part}>
      {original ?? part}
    </mark>
  )
}
