/** Project folders: those clients know, and those the user added. */
import { clientName } from "../lib/clients";
import { shortPath } from "../lib/format";
import type { ProjectsState } from "./useProjects";

type Props = { known: ProjectsState };

export function ProjectList({ known }: Props) {
  const projects = known.projects ?? [];
  return (
    <fieldset>
      <legend className="strong">Projects</legend>
      <ul className="project-list">
        {projects.map((project) => (
          <li key={project.path}>
            <span className="mono selectable">{shortPath(project.path)}</span>
            <span className="caption">
              {project.clients.length > 0 ? `known to ${project.clients.map(clientName).join(", ")}` : "added by you"}
              {!project.exists && ", missing"}
            </span>
            {project.added && (
              <button
                type="button"
                className="button quiet"
                aria-label={`Remove ${project.path}`}
                onClick={() => known.remove(project.path)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className="button" onClick={() => void known.add()}>
          Add a folder…
        </button>
      </div>
    </fieldset>
  );
}
