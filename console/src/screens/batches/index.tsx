import { EmptyState } from '../../ui/empty-state.js';
import { Screen } from '../../ui/screen.js';
import { text } from './text.js';

export default function BatchesScreen() {
  return (
    <Screen title={text.title}>
      <EmptyState title={text.emptyTitle}>
        <p>{text.empty}</p>
      </EmptyState>
    </Screen>
  );
}
