import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { ExtractionOptions } from './options.ts'
import { fetchSample, type PlaygroundSample, samples } from './samples.ts'

type Props = { onSelect(file: File, options: PlaygroundSample['options']): void }

/** Sample documents, each with its recommended options. */
export function SampleGrid({ onSelect }: Props) {
  const { data, error } = useQuery(samples)
  return (
    <section className="text-samples" aria-labelledby="text-samples">
      <h2 id="text-samples">Or try a sample document</h2>
      {error && <Alert type="error" showIcon title="Failed to load the sample documents" />}
      {!error && !data && <Skeleton active paragraph={{ rows: 4 }} />}
      <ul>
        {data?.map((sample) => (
          <li key={sample.name}>
            <SampleCard sample={sample} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const names: Readonly<Record<ExtractionOptions['mode'], string>> = {
  form: 'Form',
  native_text: 'Native text',
  low_cost: 'Low cost',
  high_quality: 'High quality',
}

function SampleCard({ sample, onSelect }: Props & { readonly sample: PlaygroundSample }) {
  const alerts = useAlerts()
  const [isLoading, setLoading] = useState(false)
  async function choose() {
    setLoading(true)
    try {
      onSelect(await fetchSample(sample), sample.options)
    } catch (error) {
      alerts.showError(error, 'Failed to load the sample documents')
    } finally {
      setLoading(false)
    }
  }
  return (
    <button
      type="button"
      className="sheet text-sample"
      disabled={isLoading}
      onClick={() => void choose()}
    >
      <img src={sample.picture} alt="" width={120} height={156} loading="lazy" />
      <span>
        <strong>{sample.title}</strong>
        <small>{sample.description}</small>
        <small className="faint">{names[sample.options.mode]}</small>
      </span>
    </button>
  )
}
