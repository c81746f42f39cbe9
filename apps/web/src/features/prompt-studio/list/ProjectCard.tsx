import { DeleteOutlined, EditOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import type { ListedProject } from '../project.ts'

type Props = {
  readonly project: ListedProject
  onEdit(): void
  onShare(): void
  onDelete(): void
}

/** A project in the list. The whole card is a link to it. */
export function ProjectCard({ project, onEdit, onShare, onDelete }: Props) {
  const paths = usePaths()
  const { user } = useSignedIn()
  const isMine = String(project.createdBy) === user.id
  const deletionRefusal = useRefusalOf()('project/delete', {
    created_by: project.createdBy,
    isOwner: project.isOwner,
  })
  const owner = isMine ? 'Me' : (project.createdByEmail ?? '-')
  const promptCount = project.promptCount

  return (
    <li className="project-card">
      <h2>
        <Link to={paths.project(project.id)} className="project-link">
          {project.name}
        </Link>
      </h2>
      <span className="project-actions">
        <Tooltip title="Edit">
          <Button
            type="text"
            size="small"
            aria-label={`Edit ${project.name}`}
            icon={<EditOutlined />}
            onClick={onEdit}
          />
        </Tooltip>
        <Tooltip title="Share">
          <Button
            type="text"
            size="small"
            aria-label={`Share ${project.name}`}
            icon={<ShareAltOutlined />}
            onClick={onShare}
          />
        </Tooltip>
        <Tooltip title={deletionRefusal ?? 'Delete'}>
          <Button
            type="text"
            size="small"
            aria-label={`Delete ${project.name}`}
            disabled={deletionRefusal !== undefined}
            icon={<DeleteOutlined />}
            onClick={onDelete}
          />
        </Tooltip>
      </span>
      <p className="project-description">{project.description}</p>
      <p className="project-facts">
        <span>
          {promptCount} {promptCount === 1 ? 'prompt' : 'prompts'}
        </span>
        <span title={project.author}>{owner}</span>
        <time dateTime={project.modifiedAt} title={exactTime(project.modifiedAt)}>
          {relativeTime(project.modifiedAt)}
        </time>
      </p>
    </li>
  )
}
