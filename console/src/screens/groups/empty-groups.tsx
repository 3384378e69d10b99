import { Command } from '../../parts/commands/command.js';
import { callsOfOneTask } from '../../parts/commands/commands.js';
import { EmptyState } from '../../ui/empty-state.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

export const EmptyGroups = () => (
  <EmptyState title={text.emptyTitle}>
    <p>{text.empty}</p>
    <Command>{callsOfOneTask(gatewayOrigin())}</Command>
  </EmptyState>
);
