import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { outputsOfPrompt } from '../output.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useProjectMode, useRunInputs } from '../state/editor-context.ts'
import { OutputValue } from './OutputValue.tsx'
import { Usage } from './Usage.tsx'

type Props = {
  readonly prompt: Prompt
  readonly documentId: string
  readonly onClose: () => void
}

/** Shows the outputs of a prompt on one document in full, one column per profile. */
export function PromptResults({ prompt, documentId, onClose }: Props) {
  const { profiles } = useRunInputs()
  const { id, isSinglePass } = useProjectMode()
  const { data, error } = useQuery(outputsOfPrompt(id, prompt.id, isSinglePass))
  const documentOutputs = data?.filter((output) => output.documentId === documentId)

  return (
    <Modal open width={1600} footer={null} title="Prompt Results" onCancel={onClose}>
      <p className="results-question">
        <strong className="mono">{prompt.key}</strong> {prompt.text}
      </p>
      {error && (
        <Alert
          showIcon
          type="error"
          role="alert"
          // The wording is required: [PS-271].
          title={explain(error, 'Failed to loaded the prompt results')}
        />
      )}
      {!documentOutputs && !error && <div className="bone panel-bone" aria-busy="true" />}
      {documentOutputs && (
        <div
          className="results-wide"
          style={{ gridTemplateColumns: `repeat(${profiles.length}, minmax(260px, 1fr))` }}
        >
          {profiles.map((profile) => {
            const output = documentOutputs.find(({ profileId }) => profileId === profile.id)
            return (
              <section key={profile.id} aria-label={`${prompt.key} with ${profile.name}`}>
                <h3>{profile.name}</h3>
                <p className="result-foot">
                  <Usage output={output} seconds={undefined} />
                </p>
                {output ? (
                  <OutputValue prompt={prompt} output={output} />
                ) : (
                  <span className="faint">Yet to process</span>
                )}
              </section>
            )
          })}
        </div>
      )}
    </Modal>
  )
}
