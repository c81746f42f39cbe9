import { Collapse, Switch, Tag } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { SentImage, SentText } from './sent-text.ts'
import './sent.css'

type Props = { readonly sentText: SentText }

/** Shows the calls as they were sent, and on demand the reasoning of their models. */
export function SentCalls({ sentText }: Props) {
  return (
    <>
      <ExternalCalls sentText={sentText} />
      <Reasoning sentText={sentText} />
    </>
  )
}

function Reasoning({ sentText }: Props) {
  const { reasoning: calls } = sentText
  if (calls.length === 0) return null
  return (
    <section className="sent-reasoning" aria-label="Reasoning">
      <p className="sent-sum">
        {`Models wrote down how they reasoned in ${formatCount(calls.length, 'call')}. It is not part of the values.`}
      </p>
      <Collapse
        size="small"
        items={calls.map((call, index) => ({
          key: index,
          label: <CallLabel call={call} />,
          children: <CallText isTruncated={call.isTruncated}>{call.text}</CallText>,
        }))}
      />
    </section>
  )
}

const CallLabel = ({
  call,
}: {
  readonly call: Pick<SentText['calls'][number], 'step' | 'model'>
}) => (
  <>
    <span className="mono">{call.step}</span> <Tag>{call.model}</Tag>
  </>
)

/** Shows the calls with placeholders or with the original values. */
function ExternalCalls({ sentText }: Props) {
  const [isOriginal, setOriginal] = useState(false)
  const id = useId()
  if (sentText.calls.length === 0) {
    return <p className="faint">Nothing was sent to an external adapter.</p>
  }
  return (
    <>
      <p className="sent-sum" role="status">
        {`${formatCount(sentText.calls.length, 'external call')}, ${formatCount(sentText.originals.size, 'value')} masked.`}
      </p>
      <label className="sent-originals" htmlFor={id}>
        <Switch id={id} checked={isOriginal} onChange={setOriginal} />
        Show original values
      </label>
      <Collapse
        size="small"
        // The first call is expanded, because users open this view to read what was sent.
        defaultActiveKey={0}
        items={sentText.calls.map((call, index) => ({
          key: index,
          label: <CallLabel call={call} />,
          children: <Call call={call} originals={isOriginal ? sentText.originals : undefined} />,
        }))}
      />
    </>
  )
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type CallProps = {
  readonly call: SentText['calls'][number]
  /** Undefined if placeholders are shown. */
  readonly originals: SentText['originals'] | undefined
}

/** Contains a capturing group, so that splitting a text also returns the placeholders. */
const placeholder = /(\[[A-Z]{4,5}-[B-Z]{5}\])/

function Call({ call, originals }: CallProps) {
  const text = [call.system, call.prompt].filter(Boolean).join('\n\n')
  return (
    <>
      <SentImages images={call.images} />
      <CallText isTruncated={call.isTruncated}>
        {text.split(placeholder).map((part, index) => renderPart(part, index, originals))}
      </CallText>
    </>
  )
}

/** The first letters of a digest tell images apart. */
const digestLetters = 12

/** Lists the images that came before the text. */
function SentImages({ images }: { readonly images: readonly SentImage[] }) {
  if (images.length === 0) return null
  return (
    <ul className="sent-images" aria-label="Images of pages">
      {images.map(({ page, width, height, size, digest }) => (
        <li key={page}>
          {`Image of page ${page}, ${width} × ${height} pixels, ${formatKilobytes(size)}, SHA-256 `}
          <span className="mono" title={digest}>
            {digest.slice(0, digestLetters)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const formatKilobytes = (bytes: number) => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`

type CallTextProps = { readonly isTruncated: boolean; readonly children: ReactNode }

function CallText({ isTruncated, children }: CallTextProps) {
  return (
    <>
      <pre
        ref={scrollToFirst}
        className="sent-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it.
        tabIndex={0}
      >
        {children}
      </pre>
      {isTruncated && <p className="faint">This text was truncated.</p>}
    </>
  )
}

/** Scrolls to the first masked value, because prompts start with constant text. */
function scrollToFirst(text: HTMLPreElement | null): void {
  const first = text?.querySelector('mark')
  if (text && first)
    text.scrollTop = first.offsetTop - text.offsetTop - (text.clientHeight - first.offsetHeight) / 2
}

/** Every second part is a placeholder. */
function renderPart(part: string, index: number, originals: SentText['originals'] | undefined) {
  if (index % 2 === 0) return part
  const original = originals?.get(part)
  return (
    <mark key={index} title={original === undefined ? undefined : part}>
      {original ?? part}
    </mark>
  )
}
