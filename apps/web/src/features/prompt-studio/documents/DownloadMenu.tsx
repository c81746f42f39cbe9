import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { addressOfFile } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { isPdfName } from './check-file.ts'

type Props = { readonly document: PromptDocument; readonly type?: 'text' }

/** The document as a file: of what is no PDF also the PDF that was made of it. */
export function DownloadMenu({ document, type }: Props) {
  const items = [
    {
      key: 'pdf',
      label: (
        <a href={addressOfFile(document, 'pdf')} download>
          Download as PDF
        </a>
      ),
    },
    ...(isPdfName(document.name)
      ? []
      : [
          {
            key: 'original',
            label: (
              <a href={addressOfFile(document, 'original')} download>
                Download the original
              </a>
            ),
          },
        ]),
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        size="small"
        {...(type && { type })}
        aria-label={`Download ${document.name}`}
        icon={<DownloadOutlined />}
      />
    </Dropdown>
  )
}
