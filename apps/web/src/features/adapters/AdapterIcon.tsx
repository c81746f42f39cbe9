import './adapters.css'

type Props = { readonly src: string; readonly size: number }

/** A provider's picture. Beside its name, so it says nothing of its own. Some are an emoji. */
export function AdapterIcon({ src, size }: Props) {
  if (!src.startsWith('/')) {
    return (
      <span className="adapter-icon" style={{ width: size, height: size }} aria-hidden="true">
        {src}
      </span>
    )
  }
  return <img className="adapter-icon" src={src} width={size} height={size} alt="" loading="lazy" />
}
