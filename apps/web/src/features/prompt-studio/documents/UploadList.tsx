import { CloseOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useUploads } from './uploads.tsx'

const PERCENT = 100

/** Lists the files being uploaded and those that failed, with the reason. */
export function UploadList() {
  const { rows, dismiss } = useUploads()
  if (rows.length === 0) return null

  return (
    <ul className="upload-list" aria-label="Uploads">
      {rows.map(({ id, name, progress, failure }) => (
        <li key={id} data-failed={failure !== undefined}>
          <span className="upload-name">{name}</span>
          {failure ? (
            <span className="upload-failure" role="alert">
              {failure}
            </span>
          ) : (
            <Progress
              size="small"
              percent={Math.round(progress * PERCENT)}
              aria-label={`Uploading ${name}`}
            />
          )}
          {failure && (
            <Button
              type="text"
              size="small"
              aria-label={`Dismiss ${name}`}
              icon={<CloseOutlined />}
              onClick={() => dismiss(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
