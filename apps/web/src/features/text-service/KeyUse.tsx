import { useQuery } from '@tanstack/react-query'
import { Lines } from './Lines.tsx'
import { textAddresses } from './text-service.queries.ts'

/** Explains how programs use a key. */
export function KeyUse() {
  const address = useQuery(textAddresses).data?.gateway
  if (!address) return null
  return (
    <section className="sheet text-key-use" aria-label="How to use a key">
      <h2>How to use a key</h2>
      <p>
        Send requests to <code>{address}</code> with the key in the <code>unstract-key</code>{' '}
        header.
      </p>
      <Lines>{`curl -X POST '${address}/whisper?mode=form' \\
  -H 'unstract-key: YOUR_KEY' \\
  --data-binary @document.pdf`}</Lines>
    </section>
  )
}
