import { createElement, Fragment, type ReactNode } from 'react'

// Longer spans stay plain text, which also keeps the expression linear on malicious input.
const SPANS = /`([^`]{1,100})`|\*\*([^*]{1,100})\*\*|\[([^\]]{1,100})\]\(([^)\s]{1,200})\)/g

/**
 * Renders a message with its inline code, bold text and links; everything else stays plain text.
 */
export function MessageText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(SPANS)) {
    parts.push(text.slice(end, match.index), renderToken(match))
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return createElement(Fragment, null, ...parts)
}

function renderToken([match, code, bold, label, address]: RegExpExecArray): ReactNode {
  if (code !== undefined) return <code>{code}</code>
  if (bold !== undefined) return <strong>{bold}</strong>
  if (!address || !isSafe(address)) return match
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {label}
    </a>
  )
}

const isSafe = (address: string) => /^(https?:\/\/|mailto:|\/(?!\/))/i.test(address)
