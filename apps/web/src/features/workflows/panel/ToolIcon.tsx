import { ToolOutlined } from '@ant-design/icons'

/** Icon of a tool, given as SVG or as an address; a default icon if there is none. */
export function ToolIcon({ icon }: { readonly icon: string }) {
  const source = sourceOf(icon)
  return (
    <span className="tool-icon" aria-hidden="true">
      {source ? <img src={source} alt="" width={20} height={20} /> : <ToolOutlined />}
    </span>
  )
}

/** Returns the address of the icon. An SVG loaded as an image cannot run scripts. */
function sourceOf(icon: string): string | undefined {
  if (icon.trimStart().startsWith('<svg')) {
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(icon)}`
  }
  return /^(\/|https?:)/.test(icon) ? icon : undefined
}
