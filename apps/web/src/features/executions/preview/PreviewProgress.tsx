import { Button, Progress } from 'antd'
import { percentOf } from '../progress.ts'
import type { PreviewRun } from './use-preview-run.ts'
import './preview.css'

/** Shows how far a preview is, and the button that cancels it. */
export function PreviewProgress({ run }: { readonly run: PreviewRun }) {
  const { execution, files } = run
  const doneFiles = execution ? execution.successfulFiles + execution.failedFiles : 0
  const text =
    execution && execution.totalFiles > 0
      ? `Reading the files: ${doneFiles} of ${execution.totalFiles}`
      : 'Looking for files…'
  const notes = files.map(({ message }) => message).filter((message) => message !== '')
  return (
    <div className="preview-progress">
      <div>
        <p role="status">{text}</p>
        <Progress
          percent={execution ? percentOf(execution) : 0}
          showInfo={false}
          aria-label="Progress of the preview"
        />
        {notes[0] !== undefined && <p className="faint">{notes[0]}</p>}
      </div>
      <Button disabled={!execution} onClick={run.cancel}>
        Cancel
      </Button>
    </div>
  )
}
