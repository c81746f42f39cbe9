import { ToolOutlined } from '@ant-design/icons'

/** A tool's own picture, given as SVG or as an address; a drawn one when it has none. */
export function ToolIcon({ icon }: { readonly icon: string }) {
  const source = sourceOf(icon)
  return (
    <span className="tool-icon" aria-hidden="true">
      {source ? <img src={source} alt="" width={20} height={20} /> : <ToolOutlined />}
    </span>
  )
}

/** As an image an SVG cannot run anything. */
function sourceOf(icon: string): string | undefined {
  if (icon.trimStart().startsWith('<svg')) {
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(icon)}`
  }
  return /^(\/|https?:)/.test(icon) ? icon : undefined
}
