import type { App } from '../cli/app.ts';
import { group } from '../cli/command.ts';
import { spacePermissions } from './spaces/permissions.ts';

export const spaces = (app: App) => [
  group('permissions', 'what teams may do in a space', spacePermissions(app)),
];
