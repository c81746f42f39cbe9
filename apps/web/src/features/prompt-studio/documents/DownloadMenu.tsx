import { DownloadOutlined } from '@ant-design/icons'
import { omitUndefined } from '@recto/omit-undefined'
import { Button, Dropdown } from 'antd'
import { addressOfFile } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { isPdfName } from './check-file.ts'

type Props = { readonly document: PromptDocument; readonly type?: 'text' }

/** Downloads the document as a PDF and, if it is of another type, as the original file. */
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
                Download original
              </a>
            ),
          },
        ]),
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        size="small"
        {...omitUndefined({ type })}
        aria-label={`Download ${document.name}`}
        icon={<DownloadOutlined />}
      />
    </Dropdown>
  )
}
