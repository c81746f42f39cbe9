import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import { combinedOutput } from '../output.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { combineOutputs } from './combine-outputs.ts'
import './outputs.css'

/** Shows all values of the selected document as one JSON object. */
export function CombinedOutput({ documentId }: { readonly documentId: string }) {
  const { project, document } = useEditor()
  const { data, error, refetch } = useQuery(
    combinedOutput(project.id, documentId, project.singlePass),
  )
  const alerts = useAlerts()

  if (error) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to generate combined output" onRetry={retry} />
    )
  }
  if (!data) return <div className="pane-body bone" aria-busy="true" />

  const text = JSON.stringify(combineOutputs(data, project.prompts), null, 2)
  const fileName = `${document?.name.replace(/\.[^.]*$/, '') ?? 'output'}.json`
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      alerts.success('Prompt output copied successfully')
    } catch (cause) {
      alerts.showError(cause, 'Failed to copy prompt output')
    }
  }
  return (
    <div className="pane-body combined">
      <div className="combined-actions">
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          Copy
        </Button>
        <Button
          size="small"
          icon={<DownloadOutlined />}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
          download={fileName}
        >
          Download
        </Button>
      </div>
      <MissingKeys outputs={data} />
      <section className="combined-text" aria-label="Combined output" {...keyboardScrollable}>
        <pre className="mono">{text}</pre>
      </section>
    </div>
  )
}

/**
 * Lists the keys without a value and the reason, as null and an empty text look alike in the JSON.
 */
function MissingKeys({ outputs }: { readonly outputs: Readonly<Record<string, string | null>> }) {
  const keys = Object.keys(outputs)
  const notFound = keys.filter((key) => outputs[key] === null)
  const notRun = keys.filter((key) => outputs[key] === '')
  if (notFound.length + notRun.length === 0) return null
  return (
    <p className="combined-missing">
      {notFound.length > 0 && <span>Not found in the document: {formatKeys(notFound)}. </span>}
      {notRun.length > 0 && <span>Not run yet: {formatKeys(notRun)}.</span>}
    </p>
  )
}

const MAX_NAMED_KEYS = 12

/** Formats a list of keys, shortened so that the JSON below stays visible. */
function formatKeys(keys: readonly string[]): string {
  const omittedCount = keys.length - MAX_NAMED_KEYS
  // Naming a single remaining key takes no more space than “and 1 more”.
  return omittedCount > 1
    ? `${keys.slice(0, MAX_NAMED_KEYS).join(', ')} and ${omittedCount} more`
    : keys.join(', ')
}
