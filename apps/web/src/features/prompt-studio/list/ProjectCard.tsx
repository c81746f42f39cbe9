import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { Project } from '@recto/contract/prompt-studio'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSession } from '../../../shared/session/session.ts'

type Props = {
  readonly project: Project
  onEdit(): void
  onDelete(): void
}

/** One project in the list; the whole card leads into it. */
export function ProjectCard({ project, onEdit, onDelete }: Props) {
  const to = usePaths()
  const { user } = useSession()
  const isMine = project.created_by === null || String(project.created_by) === user.id
  const owner = isMine ? 'Me' : (project.created_by_email ?? '-')
  const count = project.prompts.filter(({ prompt_type }) => prompt_type === 'PROMPT').length

  return (
    <li className="project-card">
      <h2>
        <Link to={to.tool(project.tool_id)} className="project-link">
          {project.tool_name}
        </Link>
      </h2>
      <span className="project-actions">
        <Tooltip title="Edit">
          <Button
            type="text"
            size="small"
            aria-label={`Edit ${project.tool_name}`}
            icon={<EditOutlined />}
            onClick={onEdit}
          />
        </Tooltip>
        <Tooltip title={isMine ? 'Delete' : 'Only its owner may delete it'}>
          <Button
            type="text"
            size="small"
            aria-label={`Delete ${project.tool_name}`}
            disabled={!isMine}
            icon={<DeleteOutlined />}
            onClick={onDelete}
          />
        </Tooltip>
      </span>
      <p className="project-description">{project.description}</p>
      <p className="project-facts">
        <span>
          {count} {count === 1 ? 'prompt' : 'prompts'}
        </span>
        <span title={project.author}>{owner}</span>
        <time dateTime={project.modified_at} title={exactTime(project.modified_at)}>
          {relativeTime(project.modified_at)}
        </time>
      </p>
    </li>
  )
}
