import { DownloadOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { longDay } from '../../../shared/browser/time.ts'
import { ProductMark } from '../../../shared/layout/ProductMark.tsx'
import { useEditor } from '../../prompt-studio/prompt-studio.port.ts'
import { excelAddress } from '../simple-studio.queries.ts'
import { CreateApp } from './CreateApp.tsx'
import { ShareLinkDialog } from './ShareLinkDialog.tsx'

type Props = { readonly simpleId: string; readonly expiresAt: string | undefined }

/** The name of the project, and the actions on it as a whole. */
export function SimpleHeader({ simpleId, expiresAt }: Props) {
  const { project } = useEditor()
  const [isSharing, setSharing] = useState(false)
  return (
    <header className="studio-head">
      <ProductMark size={26} />
      <h1 title={project.name}>{project.name}</h1>
      {expiresAt && (
        <span className="faint simple-until">Available until {longDay(expiresAt)}</span>
      )}
      <div className="studio-actions">
        <Button icon={<ShareAltOutlined />} onClick={() => setSharing(true)}>
          Share
        </Button>
        <CreateApp simpleId={simpleId} />
        <Button icon={<DownloadOutlined />} href={excelAddress(simpleId)} download>
          Download Excel
        </Button>
        <Button type="dashed" disabled>
          Coming soon!
        </Button>
      </div>
      {isSharing && <ShareLinkDialog expiresAt={expiresAt} onClose={() => setSharing(false)} />}
    </header>
  )
}
