import { ApiOutlined } from '@ant-design/icons'
import { useState } from 'react'
import './services.css'

type Props = { readonly src: string; readonly size: number }

/**
 * A provider's picture. Beside its name, so it says nothing of its own. Some are an emoji; one that is
 * not there leaves its place to a neutral sign of the same size.
 */
export function ServiceIcon({ src, size }: Props) {
  const [missing, setMissing] = useState<string>()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.7) }

  if (src === '' || src === missing) {
    return (
      <span className="service-icon faint" style={box} aria-hidden="true">
        <ApiOutlined />
      </span>
    )
  }
  if (!src.startsWith('/')) {
    return (
      <span className="service-icon" style={{ width: size, height: size }} aria-hidden="true">
        {src}
      </span>
    )
  }
  return (
    <img
      className="service-icon"
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setMissing(src)}
    />
  )
}
