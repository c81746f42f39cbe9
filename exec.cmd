@rem npm runs scripts with cmd.exe on Windows, which has no exec. Elsewhere exec lets the signals of npm reach Node.
@%*
