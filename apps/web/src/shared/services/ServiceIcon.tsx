import { ApiOutlined } from '@ant-design/icons'
import { useState } from 'react'
import './services.css'

type Props = { readonly src: string; readonly size: number }

/**
 * Icon of a provider; decorative, because the name is next to it. Some icons are emoji. A missing
 * one is replaced with a neutral icon of the same size.
 */
export function ServiceIcon({ src, size }: Props) {
  const [missingIcon, setMissingIcon] = useState<string>()
  const box = { width: size, height: size, fontSize: Math.round(size * 0.7) }

  if (src === '' || src === missingIcon) {
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
      onError={() => setMissingIcon(src)}
    />
  )
}
