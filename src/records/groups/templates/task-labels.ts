/** Labels that announce what is to be done. */
const TASK_LABELS = new Set(
  `job task tasks instruction instructions action operation command order todo do wanted needed mode goal op cmd fn func function method step aufgabe auftrag anweisung modus tâche consigne
   mission tarea instrucción orden tarefa instrução compito istruzione zadanie polecenie úkol pokyn задача задание инструкция команда taak
   opdracht opgave uppgift görev komut المهمة مهمة तरीका कार्य 任务 指令 任務 要求 タスク 指示 作業 작업 지시 과제`.split(
    /\s+/,
  ),
);

/** Whether a label announces what is to be done. */
export function announcesTask(label: string): boolean {
  return TASK_LABELS.has(label.trim().toLowerCase());
}
