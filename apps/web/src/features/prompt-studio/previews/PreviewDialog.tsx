import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Select } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { promptPreview } from '../preview.queries.ts'
import type { PreviewedPrompt } from '../preview.ts'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import './preview.css'

type Props = {
  readonly prompt: Prompt
  readonly documentId: string
  readonly onClose: () => void
}

/** Shows the prompt that a model would receive, with its size and its chunks. */
export function PreviewDialog({ prompt, documentId, onClose }: Props) {
  const { project, profiles } = useEditor()
  const [profileId, setProfileId] = useState(profiles[0]?.id ?? '')
  const request = { projectId: project.id, promptId: prompt.id, profileId, documentId }
  const { data, error } = useQuery(promptPreview(request))
  const options = profiles.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Modal
      open
      width={760}
      footer={null}
      title={`Prompt preview: ${prompt.key}`}
      onCancel={onClose}
    >
      {profiles.length > 1 && (
        <Select
          className="wide"
          aria-label="Profile"
          value={profileId}
          options={options}
          onChange={setProfileId}
        />
      )}
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to preview the prompt')}
        />
      )}
      {!data && !error && <div className="bone panel-bone" aria-busy="true" />}
      {data && <Preview preview={data} />}
    </Modal>
  )
}

function Preview({
  preview: { text, isTruncated, chunks, notes, ...size },
}: {
  preview: PreviewedPrompt
}) {
  return (
    <>
      {notes.map((note) => (
        <Alert key={note} type="info" showIcon title={note} className="preview-note" />
      ))}
      {text !== null && (
        <>
          <p className="preview-size">{describeSize(size)}</p>
          <section aria-label="Prompt">
            <pre className="preview-text">{text}</pre>
          </section>
          {isTruncated && <p className="faint">Only the beginning of the prompt is shown.</p>}
        </>
      )}
      {chunks.length > 0 && (
        <details>
          <summary>
            {chunks.length} {chunks.length === 1 ? 'chunk' : 'chunks'} of the document
          </summary>
          <ol className="preview-chunks">
            {[...new Set(chunks)].map((chunk) => (
              <li key={chunk}>
                <pre className="preview-text">{chunk.trim()}</pre>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function describeSize({
  tokens,
  window,
  omitted: omittedCount,
}: Pick<PreviewedPrompt, 'tokens' | 'window' | 'omitted'>) {
  const number = new Intl.NumberFormat('en')
  const sizeText =
    window === null
      ? `${number.format(tokens)} tokens`
      : `${number.format(tokens)} of the ${number.format(window)} tokens in the model’s context window`
  const omittedText =
    omittedCount === 0
      ? ''
      : `. ${number.format(omittedCount)} matching ${omittedCount === 1 ? 'chunk does' : 'chunks do'} not fit`
  return `About ${sizeText}${omittedText}`
}
