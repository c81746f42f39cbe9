import { FileTextOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { StepFrame } from '../StepFrame.tsx'
import type { SimpleProject } from '../simple-project.ts'
import { FileButton, FileDrop } from './FileChooser.tsx'
import { useSimpleUploads } from './use-simple-uploads.ts'

type Props = { readonly project: SimpleProject; onContinue(): void }

/** The second step: uploading documents. */
export function UploadStep({ project, onContinue }: Props) {
  usePageTitle(project.name)
  const { id: projectId, documents, name } = project
  const { uploadsInProgress, add } = useSimpleUploads({ projectId, documents })
  const [isHintShown, setHintShown] = useState(false)
  const isEmpty = documents.length === 0
  const next = () => (isEmpty ? setHintShown(true) : onContinue())

  return (
    <StepFrame step={1} title={`Add documents to “${name}”`}>
      <p className="simple-lead">
        We recommend 3 to 5 sample documents that look different from each other, so that you can
        test the fields on all of them.
      </p>
      <FileDrop label="Documents" onFiles={(files) => void add(files)}>
        <p>Drop files here, or choose them from your computer.</p>
        <FileButton isPrimary={isEmpty} isDisabled={uploadsInProgress.length > 0} onFiles={add}>
          Choose documents
        </FileButton>
        <p className="faint">
          PDF files, images, Office documents, emails and text files, up to 20 MB each
        </p>
      </FileDrop>
      <ul className="simple-files" aria-label="Uploaded documents">
        {documents.map(({ id, name }) => (
          <li key={id}>
            <FileTextOutlined aria-hidden="true" /> {name}
          </li>
        ))}
        {uploadsInProgress.map(({ name, part }) => (
          <li key={name} aria-busy="true">
            <span>{name}</span>
            <Progress
              percent={Math.round(part * 100)}
              size="small"
              aria-label={`Uploading ${name}`}
            />
          </li>
        ))}
      </ul>
      {isHintShown && isEmpty && (
        <Alert type="error" showIcon title="Please upload atleast one document" />
      )}
      <div className="simple-actions">
        <Button
          type={isEmpty ? 'default' : 'primary'}
          size="large"
          disabled={uploadsInProgress.length > 0}
          onClick={next}
        >
          Continue
        </Button>
      </div>
    </StepFrame>
  )
}
