import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { faultsQuery, isSimulatorOff } from '../../api/simulator.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { FaultsForm } from './faults-form.js';
import { text } from './text.js';

/** Has the simulated providers fail, to see what calls do then. It is read when somebody wants it. */
export function FaultsRegion() {
  const [isShown, setIsShown] = useState(false);
  const faults = useQuery({ ...faultsQuery(), enabled: isShown });
  return (
    <Region
      title={text.faults}
      actions={
        <Button kind="quiet" onClick={() => setIsShown(!isShown)}>
          {isShown ? text.hideFaults : text.showFaults}
        </Button>
      }
    >
      <p class="soft">{text.faultsIntro}</p>
      {isShown &&
        (isSimulatorOff(faults.error) ? (
          <p>{faults.error?.message}</p>
        ) : (
          <Loaded read={faults}>{(plan) => <FaultsForm inForce={plan.faults} />}</Loaded>
        ))}
    </Region>
  );
}
