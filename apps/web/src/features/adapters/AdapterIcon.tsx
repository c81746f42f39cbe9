import { ApiOutlined } from '@ant-design/icons'
import { useState } from 'react'
import './adapters.css'

type Props = { readonly src: string; readonly size: number }

/**
 * A provider's picture. Beside its name, so it says nothing of its own. Some are an emoji; one that is
 * not there leaves its place to a neutral sign of the same size.
 */
export function AdapterIcon({ src, size }: Props) {
  const [missing, setMissing] = useState<string>()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.7) }

  if (src === '' || src === missing) {
    return (
      <span className="adapter-icon faint" style={box} aria-hidden="true">
        <ApiOutlined />
      </span>
    )
  }
  if (!src.startsWith('/')) {
    return (
      <span className="adapter-icon" style={{ width: size, height: size }} aria-hidden="true">
        {src}
      </span>
    )
  }
  return (
    <img
      className="adapter-icon"
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setMissing(src)}
    />
  )
}
