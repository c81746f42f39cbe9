import { AppstoreAddOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { setApiOrganization } from '../../../shared/api/address.ts'
import { explain } from '../../../shared/api/refusal.ts'
import { useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { withNext } from '../../../shared/navigation/deep-link.ts'
import { pageNavigation } from '../../../shared/navigation/page-navigation.ts'
import { paths, pathsOf } from '../../../shared/navigation/paths.ts'
import { organizationOfSession } from '../../prompt-studio/prompt-studio.port.ts'
import { saveProject } from '../simple-studio.queries.ts'

type Props = { readonly simpleId: string }

/** Lets a visitor keep the project in an existing or a new account. */
export function CreateApp({ simpleId }: Props) {
  const { create } = useAddressSearch()
  const [isOpen, setOpen] = useState(create === 'app')
  return (
    <>
      <Button type="primary" icon={<AppstoreAddOutlined />} onClick={() => setOpen(true)}>
        Create App
      </Button>
      {isOpen && <CreateAppDialog simpleId={simpleId} onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateAppDialog({ simpleId, onClose }: Props & { onClose(): void }) {
  const { data: organization, isPending } = useQuery({ ...organizationOfSession, retry: false })
  if (isPending) return <Modal open loading title="Create App" footer={null} onCancel={onClose} />
  return organization ? (
    <SaveDialog simpleId={simpleId} organization={organization} onClose={onClose} />
  ) : (
    <SignInDialog simpleId={simpleId} onClose={onClose} />
  )
}

type DialogProps = Props & { onClose(): void }

/** Signing in loads another page, so the address to return to is passed along. */
function SignInDialog({ simpleId, onClose }: DialogProps) {
  const back = `/simple-prompt-studio/${encodeURIComponent(simpleId)}?create=app`
  return (
    <Modal
      open
      width={480}
      title="Create App"
      okText="Sign up or sign in"
      onOk={() => pageNavigation.to(withNext(paths.landing(), back))}
      onCancel={onClose}
    >
      <p>
        With an account, you keep this project permanently, with its documents and fields. You can
        also deploy it as an API, a pipeline or a chat app.
      </p>
    </Modal>
  )
}

function SaveDialog({
  simpleId,
  organization,
  onClose,
}: DialogProps & { readonly organization: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      setApiOrganization(organization)
      return saveProject(simpleId)
    },
    // A full page load, because members read from other endpoints than visitors.
    onSuccess: (id) => pageNavigation.to(pathsOf(organization).project(id)),
  })
  return (
    <Modal
      open
      width={480}
      title="Create App"
      okText="Create App"
      okButtonProps={{ loading: isPending }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p>
        The project will be added to <strong>{organization}</strong> with its documents and fields.
        There you can run it to extract the values again, using the models that you select.
      </p>
      {error && (
        <Alert type="error" showIcon title={explain(error, 'The app could not be created')} />
      )}
    </Modal>
  )
}
